//! A body as text, for readers.
