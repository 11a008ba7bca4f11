//! The kinds of search that one move loop serves. Each is a type, so that the loop is compiled for it without what it
//! does not need: at most nodes, which are leaves of a plain search or searched with a null window, that takes no more
//! instructions than a loop written for them alone.

/// What the search of a node leaves out; known when the program is compiled.
pub(super) trait Mode {
    /// Alpha-beta in the game's own order, without a table and without refinements
    /// ([`SearchOptions::is_plain`](super::SearchOptions)).
    const PLAIN: bool = false;
    /// The window is null: there is no variation, and the first value above alpha ends the node. Every move is searched
    /// to the same depth, and is not marked for other threads.
    const NULL_WINDOW: bool = false;
    /// The node is one ply above the horizon.
    const ABOVE_LEAVES: bool = false;
    /// The mode of nodes one ply above the horizon.
    type AboveLeaves: Mode;
}

/// Any window and every refinement that the options ask for.
pub(super) struct Full;

/// See [`Mode::NULL_WINDOW`].
pub(super) struct NullWindow;

/// See [`Mode::PLAIN`].
pub(super) struct Plain;

/// As [`Plain`], see [`Mode::ABOVE_LEAVES`]: most nodes of a plain search are leaves, and the loop over them takes no call.
pub(super) struct PlainAboveLeaves;

impl Mode for Full {
    type AboveLeaves = Self;
}

impl Mode for NullWindow {
    const NULL_WINDOW: bool = true;
    type AboveLeaves = Self;
}

impl Mode for Plain {
    const PLAIN: bool = true;
    type AboveLeaves = PlainAboveLeaves;
}

impl Mode for PlainAboveLeaves {
    const PLAIN: bool = true;
    const ABOVE_LEAVES: bool = true;
    type AboveLeaves = Self;
}
