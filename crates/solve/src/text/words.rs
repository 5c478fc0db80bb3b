//! The words of Popeye's input, in English, German and French. Any beginning of a word that no other has is enough.
//!
//! In each table, commas separate words. The English word is what the code knows it by.

pub(super) const KEYWORDS: &str = "BeginProblem AnfangProblem DebutProbleme, EndProblem EndeProblem FinProbleme, \
NextProblem WeiteresProblem ASuivre, Twin Zwilling Jumeau, ZeroPosition NullStellung ZeroPosition, Title Titel Titre, \
Author Autor Auteur, Origin Quelle Source, Award Auszeichnung Prix, Remark Bemerkung Remarque, \
Protocol Protokoll Protocol, LaTeX LaTeX LaTeX, LaTeXPieces LaTeXSteine PiecesLaTeX, Pieces Steine Pieces, \
Forsyth Forsyth Forsyth, Condition Bedingung Condition, Option Option Option, Stipulation Forderung Enonce, \
SStipulation SForderung SEnonce, InitialGameArray PartieAnfangsStellung PositionInitialePartie";

pub(super) const OPTIONS: &str = "SetPlay Satzspiel Apparent, WhiteToPlay WeissBeginnt ApparentSeul, \
Duplex Duplex Duplex, HalfDuplex HalbDuplex DemiDuplex, EnPassant EnPassant EnPassant, NoCastling KeineRochade SansRoquer, \
Try Verfuehrung Essais, Variations Varianten Variantes, NoWk OhneWk SansRB, NoBk OhneSk SansRN, \
Defence Widerlegung Defense, MoveNumbers Zugnummern Trace, NoThreat OhneDrohung SansMenace, \
NoBoard OhneBrett SansEchiquier, Intelligent Intelligent Intelligent, Beep Pieps Bip, MaxTime MaxZeit MaxTemps, \
NoShortVariations OhneKurzVarianten SansVariantesCourtes, SuppressGrid OhneGitter SansGrille, \
WriteGrid ZeichneGitter AjouteGrille, MaxSolutions MaxLoesungen MaxSolutions, \
TrivialTriesAvoid TrivialeFehlversucheUnterdruecken TrivialEssaiSupprimer, Threat Drohung Menace, \
MaxFlightsquares MaxFluchtFelder MaxCasesFuites, NonTrivial NichtTrivial NonTrivial, Search Suchen Search, \
StartMoveNumber StartZugnummer Enroute, UpToMoveNumber BisZugnummer JusquAuCoup, GoalIsEnd ZielIstEnde ButEstFin, \
MultiSolutions MehrereLoesungen MultiSolutions, NoSymmetry KeineSymmetrie NonSymetrique, NullMoves NullZuege CoupsVides, \
KeepMatingPiece HalteMattsetzendenStein RetiensPieceMatante, PostKeyPlay NachSchluessel ApresCle, \
Quodlibet Quodlibet Quodlibet, StopOnShortSolutions StopNachKurzloesungen FinApresSolutionsCourtes, \
CastlingMutuallyExclusive RochadenGegenseitigAusschliessend RoquesMutuellementExclusifs, MatesIn1 MattsIn1 MatsEn1";

pub(super) const CHANGES: &str = "Continued Ferner EnPlus, Move Versetze Deplacement, Exchange Tausche Echange, \
Remove Entferne Ote, Add Hinzufuegen Ajoute, Substitute Ersetze Remplace, PolishType Farbwechsel CouleurEchange, \
Rotate Drehung Rotation, Mirror Spiegelung Miroir, Shift Verschiebung Translation, Stipulation Forderung Enonce, \
SStipulation SForderung SEnonce, Condition Bedingung Condition";

/// Colours of men, and what else may stand before a man.
pub(super) const PROPERTIES: &str = "White Weiss Blanc, Black Schwarz Noir, Neutral Neutral Neutre, \
TotalInvisible TotalUnsichtbar TotalInvisible, Royal Koeniglich Royale, Kamikaze Kamikaze Kamikaze, Jigger Jigger Jigger, \
Paralysing Paralysierend Paralysante, Chameleon Chamaeleon Cameleon, Volage Volage Volage, Magic Magisch Magique, \
Functionary Beamtet Fonctionnaire, HalfNeutral HalbNeutral DemiNeutre, Protean Proteisch Protee, Bul Bul Bul, \
HurdleColourChanging SprungbockFarbeWechselnd CouleurEchangeantSautoir, Uncapturable Unschlagbar Imprenable, \
Patrol Patrouille Patrouille, Frischauf Frischauf Frischauf, Dob Dob Dob, Anda Anda Anda, AliceA AliceA AliceA, \
AndaInverse AndaInvers AndaInverse, AliceB AliceB AliceB";

/// Letters of men in the three languages, with the names of the men.
const MEN: &str = "k k r king, q d d queen, r t t rook, b l f bishop, s s c knight, p b p pawn, g g s grasshopper, \
n n n nightrider, z z z zebra, ca ca ch camel, gi gi gi giraffe, we we vi wazir, al al al alfil, fe fe fe ferz, \
da da da dabbaba, li li li lion, le le le leo, ma ma ma mao, pa pa pa pao, va va va vao, ro ro ro rose, l h l locust, \
bp bb pb berolinapawn, am am am amazon, em kn im empress, pr pr pr princess, gn gn g gnu, an an an antelope, \
sq ei ec squirrel, wa wa v waran, dr dr dr dragon, ka ka ka kangaroo, eq eq ea equihopper, ne ne eq nonstop equihopper, \
du du pi dummy, bi bi bi bison, ok ok ok okapi, m el e moose, ea ad ai eagle, sw sp m sparrow, o o o orphan, \
f f a friend, ar er ar archbishop, rb rl fr reflecting bishop, rh th st rookhopper, bh lh sf bishophopper, \
nh nh sn nightrider hopper, cr cr cn camelrider, zr zr zn zebrarider, et et el elephant, ek ek re erlking, \
si si si siren, tr tr tr triton, nd nd ne nereid, sp sb sp superpawn, rl tl tl rook lion, bl ll fl bishop lion, \
mo mo mo moa, na na na nao, do de dn dolphin, rt he la rabbit, bu bu bu bucephalus, c kl ca cardinal, \
kh kh sr kinghopper, gr gr gn gnurider, fr fr fs fersrider, wr wr vs wazirrider, ha ha ha hamster, gy gy gy gryphon";

/// Letters and names of men in a language.
pub(super) fn men(language: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    MEN.split(", ").filter_map(move |man| {
        let parts: Vec<&str> = man.splitn(4, ' ').collect();
        Some((*parts.get(language)?, *parts.last()?))
    })
}

/// The words of a table that begin with a text, or are it: in English, and in the language of the text.
pub(super) fn find(table: &'static str, language: usize, text: &str) -> Vec<(&'static str, &'static str)> {
    let begins = |word: &str| word.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text));
    let words = table.split(", ").filter_map(|words| Some((words.split(' ').next()?, words.split(' ').nth(language)?)));
    let mut found: Vec<_> = words.filter(|(_, word)| begins(word)).collect();
    if let Some(exact) = found.iter().copied().find(|(_, word)| word.len() == text.len()) {
        found = vec![exact];
    }
    found
}
