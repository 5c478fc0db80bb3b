// The words of the page in English. Names of games, men and squares are given to them; whole sentences stand here, since other
// languages have another order of words.


export const english = {
  /** `index.html`, which is in English until the page has begun. */
  page: {
    skipToText: 'Skip to the definition',
    skipToBoard: 'Skip to the board',
    menu: 'Page',
    definition: 'Definition',
    game: 'Game',
    loading: 'Loading',
    loadingAll: 'Loading the rules and the board …',
    slow: 'On a slow connection this takes a while the first time.',
  },

  sides: { white: 'White', black: 'Black' },

  /** The board with its players and controls. */
  table: {
    toStart: 'To the start',
    back: 'Back',
    forward: 'Forward',
    toEnd: 'To the end',
    takeBack: 'Take back',
    takesBack: 'Takes back the last move',
    resumes: 'Resumes the game without taking a move back',
    hint: 'Hint',
    flip: 'Flip the board',
    sounds: 'Sounds',
    analysis: 'Analysis',
    share: 'Share',
    settings: 'Settings',
    chances: "White's chances",
    unknownChances: 'not known yet',
    boardless: 'There is no board until the mistakes in the text are mended.',
    board: (title: string | undefined) => `Board of ${title ?? 'the game'}`,
    stuck: (man: string, square: string) => `The ${man} on ${square} has no move here.`,
    pass: 'Pass',
    endSeries: 'End the series',
    claimStalemate: 'Claim stalemate',
    claimWin: (name: string) => `Claim a win: ${name}`,
    claimDraw: (name: string) => `Claim a draw: ${name}`,
    winClaimed: (name: string) => `Win claimed: ${name}.`,
    drawClaimed: (name: string) => `Draw claimed: ${name}.`,
    elsewhere: 'on the other device',
    you: 'You',
    clock: (side: string) => `${side}'s clock`,
    thinking: 'is thinking …',
    captured: (men: string) => `Captured: ${men || 'no men'}`,
    typeMove: 'Type a move',
    move: 'Move',
    notYourTurn: 'It is not your turn.',
  },

  settings: {
    coordinates: 'Coordinates',
    places: { inside: 'Inside', outside: 'Beside', off: 'None' },
    input: 'Men move by',
    inputs: { either: 'Click or drag', click: 'Click', drag: 'Drag' },
    slide: 'Men slide',
    slides: { on: 'Yes', off: 'No' },
    signs: 'Signs of men',
    theme: 'Theme',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' },
    board: 'Board',
    boards: { wood: 'Wood', blue: 'Blue', grey: 'Grey' },
    language: 'Language',
    languageOfBrowser: 'System',
  },

  /** How the game stands. */
  status: {
    toMove: (side: string, inCheck: boolean) => `${side} to move${inCheck ? ', in check' : ''}`,
    inCheck: (side: string) => `${side} is in check`,
    moved: (side: string, move: string) => `${side}: ${move}`,
    lastMove: (move: string) => `Last move: ${move}`,
    counted: 'Counted',
    /** A count of the library: `turns in a row`, `plies without progress`. */
    counter: (name: string) => name,
    count: (name: string, value: number, limit: number | undefined) => `${name}: ${value}${limit === undefined ? '' : ` of ${limit}`}`,
    series: (made: number, least: number, most: number) => `Series: ${made} made, ${least < most ? `${least} to ${most}` : most} in all`,
    looking: 'Looking for a good move …',
    considering: 'Weakfish considers the offer …',
  },

  /** `<weakfish-board>` in pages of others. */
  embed: {
    showSolution: 'Show the solution',
    thinking: 'Weakfish thinks …',
    claims: (what: string) => `Weakfish claims ${what}.`,
    solving: 'Solving …',
    solved: 'Solved.',
    right: (move: string) => `${move} is right.`,
    fails: (move: string) => `${move} does not solve it.`,
    refuted: (move: string, answer: string) => `${move} fails to ${answer}.`,
    noSolution: 'There is no solution.',
    /** Kinds of problems by their signs, with the number of moves. */
    problems: {
      '#': (moves: string) => `Mate in ${moves}`,
      '=': (moves: string) => `Stalemate in ${moves}`,
      'h#': (moves: string) => `Helpmate in ${moves}`,
      's#': (moves: string) => `Selfmate in ${moves}`,
    },
    problem: (problem: string, standing: string) => `${problem}: ${standing}.`,
    noProblem: (text: string) => `“${text}” is no problem that can be tried on a board. Write a stipulation such as #2, h#3 or s#2.`,
    noDefinition: 'There is no definition. Give a name as in game="weakest", an address as in src="mine.variant", or write it between the tags.',
    nothingAt: (address: string) => `There is no definition at ${address}.`,
    mistakes: (mistake: string) => `The definition has mistakes: ${mistake}.`,
  },
};

export type Words = typeof english;
