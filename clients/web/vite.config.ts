import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { first } from "./first";

/** Where `npm run dev` finds the server; a built page is served by the arena itself. */
const server = process.env.ARENA_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), svelteTesting(), first()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A view is three scripts: what every view is made of, what several are, and its own. Many small ones would wait for
        // each other's connections.
        codeSplitting: {
          groups: [
            { name: "core", test: /rolldown[\\/]runtime|node_modules[\\/]svelte[\\/]|src[\\/]core[\\/].+(?<!\.zh)\.ts$/, priority: 2 },
            { name: "shared", test: /src[\\/](boards|components)[\\/].+(?<!\.zh\.ts)$/, minShareCount: 2, priority: 1 },
            { name: "results", test: /src[\\/]results[\\/].+(?<!\.zh\.ts)$/, minShareCount: 2 },
            { name: "explore", test: /src[\\/]explore[\\/](?!switches|SwitchFields).+(?<!\.zh\.ts)$/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server.replace(/^http/, "ws"), ws: true },
    },
  },
  // The timeout is for what hangs: roles of a whole board take seconds to find on a busy machine.
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], testTimeout: 30_000 },
});
