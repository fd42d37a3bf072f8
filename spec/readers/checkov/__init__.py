"""checkov imports the modules that this package names."""

from pathlib import Path

__all__ = sorted(file.stem for file in Path(__file__).parent.glob("*.py") if file.name != "__init__.py")
