import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { groups } from "./chunks";
import { first } from "./first";
import { licenses } from "./licenses";

/** The server for `npm run dev`. The arena itself serves a built page. */
const server = process.env.ARENA_URL ?? "http://127.0.0.1:8080";

/** The mode of the static site, which `clients/site/build.mjs` builds. It can lie in any folder of a host. */
const site = { base: "./", resolve: { conditions: ["site", ...defaultClientConditions] }, worker: { format: "es" as const } };

export default defineConfig(({ mode }) => ({
  ...(mode === "site" ? site : {}),
  plugins: [svelte(), svelteTesting(), ...(mode === "site" ? [] : [first()]), licenses()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
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
  test: { environment: "jsdom", isolate: false, setupFiles: "test-setup.ts", include: ["src/**/*.test.ts"], testTimeout: 30_000 },
}));
