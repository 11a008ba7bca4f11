import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { first } from "./first";
import { licenses } from "./licenses";

/** The server for `npm run dev`. The arena itself serves a built page. */
const server = process.env.ARENA_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), svelteTesting(), first(), licenses()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A view consists of three chunks: the core of all views, the parts shared by several, and its own. Many small
        // chunks would load more slowly.
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
  // The timeout is for hanging tests only: finding the roles of a whole board takes seconds on a busy machine.
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], testTimeout: 30_000 },
});
