// node server.cjs PORT API_PORT [FOLDER]: boardgame.io's own server. It keeps matches in FOLDER
// with its own storage for files, or in memory where none is given.
const { FlatFile, Server } = require("boardgame.io/server");
const luz = require("./luz.cjs");

const [port, apiPort, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [luz], db, origins: [/.*/] });
// Its API on a port of its own: koa-socket-2 with a current koa loses what is added later.
server.run({
  port: Number(port),
  lobbyConfig: { apiPort: Number(apiPort) },
  callback: () => console.log("ready"),
});
