// Luz as somebody would write it for boardgame.io: four players, four deals, bids with a safety
// bead, tricks with a trump, everybody's hand in sight but one's own. Only a peer to measure
// against: it plays by the main rules and knows no editions, and Tenluz never runs it.
const { INVALID_MOVE } = require("boardgame.io/core");

const PLAYERS = 4;
const COLOURS = "ROYGBV";
const TRUMP = "R";
const HAND = 12;
const DEALS = 4;

const each = (value) => Array(PLAYERS).fill(value);

function deal(random) {
  const deck = [...COLOURS].flatMap((colour) =>
    Array.from({ length: 8 }, (_, value) => ({ colour, value: value + 1 })),
  );
  const cards = random.Shuffle(deck);
  const order = (a, b) => COLOURS.indexOf(a.colour) - COLOURS.indexOf(b.colour) || a.value - b.value;
  return {
    hands: Array.from({ length: PLAYERS }, (_, seat) =>
      cards.slice(seat * HAND, (seat + 1) * HAND).sort(order),
    ),
    bids: each(null),
    safety: each(false),
    trick: each(null),
    lastTrick: each(null),
    tricks: each(0),
  };
}

const setup = ({ random }) => ({ ...deal(random), points: [], leader: 0 });

const moves = {
  bid({ G, playerID }, tricks, safety) {
    const seat = Number(playerID);
    if (G.bids[seat] !== null || !(tricks >= 0 && tricks <= HAND)) return INVALID_MOVE;
    G.bids[seat] = tricks;
    G.safety[seat] = Boolean(safety);
  },
  play({ G, random, playerID }, place) {
    const seat = Number(playerID);
    const hand = G.hands[seat];
    const card = hand[place];
    if (G.bids.includes(null) || !card) return INVALID_MOVE;
    const led = G.trick[G.leader];
    if (led && card.colour !== led.colour && hand.some((one) => one.colour === led.colour)) {
      return INVALID_MOVE;
    }
    hand.splice(place, 1);
    G.trick[seat] = card;
    if (G.trick.includes(null)) return;
    const colour = G.trick[G.leader].colour;
    const strength = (one) =>
      one.value + (one.colour === TRUMP ? 200 : one.colour === colour ? 100 : 0);
    let best = 0;
    for (let other = 1; other < PLAYERS; other += 1) {
      if (strength(G.trick[other]) > strength(G.trick[best])) best = other;
    }
    G.tricks[best] += 1;
    G.lastTrick = G.trick;
    G.trick = each(null);
    G.leader = best;
    if (hand.length > 0) return;
    const points = G.bids.map((bid, one) => {
      const off = Math.abs(bid - G.tricks[one]);
      return off === 0 ? G.tricks[one] + 3 : G.safety[one] && off === 1 ? 0 : -off;
    });
    G.points.push(points);
    if (G.points.length < DEALS) Object.assign(G, deal(random), { leader: G.points.length });
  },
};

// After a trick its winner leads; otherwise the next player goes on.
const next = ({ G, ctx }) =>
  G.bids.includes(null) || G.trick.some(Boolean)
    ? (ctx.playOrderPos + 1) % PLAYERS
    : G.leader;

module.exports = {
  name: "luz",
  setup,
  moves,
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next } },
  endIf: ({ G }) => (G.points.length === DEALS ? { points: G.points } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) =>
      playerID === null
        ? hand.map(() => ({}))
        : String(seat) === playerID
          ? hand.map(({ colour }) => ({ colour }))
          : hand,
    ),
  }),
};
