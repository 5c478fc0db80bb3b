import { serve } from "./serve.js";

const answer = serve((message) => postMessage(message));
addEventListener("message", (event) => answer(event.data));
