//! Types for unsuffixed integer literals.
