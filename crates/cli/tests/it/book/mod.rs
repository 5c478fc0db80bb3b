//! The book under `docs`: every definition in it is checked and its tests are run, every command is run, every Betza
//! string is read, every link leads somewhere, and the pages that are made of something else are up to date.

mod examples;
mod gallery;
mod glance;
mod links;
mod pages;
mod session;
