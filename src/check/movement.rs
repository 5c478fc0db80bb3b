//! From a Betza tree to a [`crate::model::Movement`].
