//! The kinds of search that share one move loop. Each is a type, so that the compiler removes from the loop what that
//! kind does not need. At leaves of a plain search and nodes with a null window, which are most nodes, the loop is as
//! fast as one written for them alone.

/// The parts that the search of a node omits, as compile-time constants.
pub(super) trait Mode {
    /// Alpha-beta in the game's own order, without a table and without refinements
    /// ([`SearchOptions::is_plain`](super::SearchOptions)).
    const PLAIN: bool = false;
    /// The window is null: no variation is collected, and the first value above alpha ends the node. Every move is
    /// searched to the same depth and is not marked as busy for other threads.
    const NULL_WINDOW: bool = false;
    /// The node is one ply above the horizon.
    const ABOVE_LEAVES: bool = false;
    /// The mode of nodes one ply above the horizon.
    type AboveLeaves: Mode;
}

/// Any window, with every refinement that the options enable.
pub(super) struct Full;

/// See [`Mode::NULL_WINDOW`].
pub(super) struct NullWindow;

/// See [`Mode::PLAIN`].
pub(super) struct Plain;

/// [`Plain`] with [`Mode::ABOVE_LEAVES`]. Most nodes of a plain search are leaves, and this loop over them makes no
/// call.
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
