//! Provider processes: found, launched, shaken hands with, talked to and ended. Knows nothing of the engine.
