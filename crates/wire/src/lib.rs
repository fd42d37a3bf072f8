//! The provider protocol: protobuf messages of versions 5 and 6, to and from the types of `provider`. The two
//! versions meet here, once; how bytes travel is the business of `plugin`.
