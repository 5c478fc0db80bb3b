//! Men that relay their moves to those of their side that they protect.

use weakfish::geometry::Square;
use weakfish::model::Modes;

use super::position::Target;
use super::{Man, Position};

impl Position {
    /// Where a man could end by moves that others relay to it, whatever stands there; not where it goes by itself, by these
    /// targets.
    pub(super) fn relayed_targets(&self, from: Square, man: Man, own: &[Target]) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for (at, relay) in self.men(man.side) {
            let protects = || self.targets(at, relay).iter().any(|target| target.to == from && target.stops.captures);
            let relays = self.game.variant.kind(relay.kind).relays_to.contains(&man.kind);
            if at == from || !relays || self.is_held(at) || !protects() {
                continue;
            }
            for Target { to, mut stops, .. } in self.targets(from, relay) {
                stops.moves &= self.game.may_enter_quietly(man, to);
                if self.game.region_allows(man, from, to) {
                    targets.push(Target { to, stops, en_passant: false, part: None });
                }
            }
        }
        let by_itself = |to: Square, stops: Modes| {
            let quiet = self.man(to).is_none();
            let ends = |other: Modes| if quiet { other.moves } else { other.captures };
            !ends(stops) || own.iter().any(|target| target.to == to && ends(target.stops))
        };
        targets.retain(|target| !by_itself(target.to, target.stops));
        targets.sort_by_key(|target| target.to);
        targets.dedup_by_key(|target| target.to);
        targets
    }

    /// The squares where a man could capture by moves that others relay to it.
    pub(super) fn relayed_captures(&self, from: Square, man: Man) -> Vec<Square> {
        if self.is_held(from) {
            return Vec::new();
        }
        let targets = self.relayed_targets(from, man, &[]);
        targets.into_iter().filter(|target| target.stops.captures).map(|target| target.to).collect()
    }

    /// Whether a man attacks the one on a square by moves that others relay to it.
    pub(super) fn attacks_by_relay(&self, from: Square, man: Man, square: Square) -> bool {
        let may_capture = |victim: Man| self.game.may_capture(man.kind, victim.kind);
        self.man(square).is_some_and(may_capture)
            && self.may_capture_on(from, man, square)
            && self.relayed_captures(from, man).contains(&square)
    }
}
