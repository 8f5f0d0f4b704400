//! Barriers in thread-dependent control flow.
