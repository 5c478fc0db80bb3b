// The words of the page in German.

import type { Words } from './english';

/** Counts of the library; those of one side begin with its name. */
const COUNTERS: Readonly<Record<string, string>> = {
  'plies without progress': 'Halbzüge ohne Fortschritt',
  'turns and flips in a row': 'Drehungen und Wendungen nacheinander',
  'turns in a row': 'Drehungen nacheinander',
  'flips in a row': 'Wendungen nacheinander',
  'series without progress': 'Serien ohne Fortschritt',
  "White's checks": 'Schachgebote von Weiß',
  "Black's checks": 'Schachgebote von Schwarz',
  'passes in a row': 'Verzichte auf den Zug nacheinander',
  'plies counted': 'gezählte Halbzüge',
};

export const german: Words = {
  page: {
    skipToText: 'Zur Definition springen',
    skipToBoard: 'Zum Brett springen',
    menu: 'Seite',
    definition: 'Definition',
    game: 'Spiel',
    loading: 'Laden',
    loadingAll: 'Regeln und Brett werden geladen …',
    slow: 'Bei langsamer Verbindung dauert das beim ersten Mal eine Weile.',
  },

  sides: { white: 'Weiß', black: 'Schwarz' },

  table: {
    toStart: 'Zum Anfang',
    back: 'Zurück',
    forward: 'Vor',
    toEnd: 'Zum Ende',
    takeBack: 'Zurücknehmen',
    takesBack: 'Den letzten Zug zurücknehmen',
    resumes: 'Die Partie fortsetzen, ohne einen Zug zurückzunehmen',
    hint: 'Tipp',
    flip: 'Brett drehen',
    sounds: 'Töne',
    analysis: 'Analyse',
    share: 'Teilen',
    settings: 'Einstellungen',
    chances: 'Aussichten von Weiß',
    unknownChances: 'noch nicht bekannt',
    boardless: 'Es gibt kein Brett, bis die Fehler im Text behoben sind.',
    board: title => (title === undefined ? 'Spielbrett' : `Brett: ${title}`),
    stuck: (man, square) => `${man} auf ${square} hat hier keinen Zug.`,
    pass: 'Auf den Zug verzichten',
    endSeries: 'Serie beenden',
    claimStalemate: 'Patt beanspruchen',
    claimWin: name => `Sieg beanspruchen: ${name}`,
    claimDraw: name => `Remis beanspruchen: ${name}`,
    winClaimed: name => `Sieg beansprucht: ${name}.`,
    drawClaimed: name => `Remis beansprucht: ${name}.`,
    elsewhere: 'am anderen Gerät',
    you: 'Mensch',
    clock: side => `Uhr von ${side}`,
    thinking: 'denkt nach …',
    captured: men => `Geschlagen: ${men || 'keine Figuren'}`,
    typeMove: 'Zug eintippen',
    move: 'Ziehen',
    notYourTurn: 'Der Gegner ist am Zug.',
  },

  settings: {
    coordinates: 'Koordinaten',
    signs: 'Zeichen der Figuren',
    theme: 'Farben',
    themes: { auto: 'System', light: 'Hell', dark: 'Dunkel' },
    board: 'Brett',
    boards: { wood: 'Holz', blue: 'Blau', grey: 'Grau' },
    language: 'Sprache',
    languageOfBrowser: 'System',
  },

  status: {
    toMove: (side, inCheck) => `${side} am Zug${inCheck ? ', im Schach' : ''}`,
    inCheck: side => `${side} steht im Schach`,
    moved: (side, move) => `${side}: ${move}`,
    lastMove: move => `Letzter Zug: ${move}`,
    counted: 'Gezählt',
    counter: name => COUNTERS[name] ?? name,
    count: (name, value, limit) => `${name}: ${value}${limit === undefined ? '' : ` von ${limit}`}`,
    series: (made, least, most) => `Serie: ${made} gezogen, ${least < most ? `${least} bis ${most}` : most} insgesamt`,
    looking: 'Sucht einen guten Zug …',
    considering: 'Weakfish überlegt sich das Angebot …',
  },
};
