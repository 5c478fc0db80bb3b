import { parentPort } from "node:worker_threads";
import { serve } from "./serve.js";

if (parentPort) {
  const port = parentPort;
  port.on("message", serve((message) => port.postMessage(message)));
}
