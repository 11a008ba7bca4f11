import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist/", "node_modules/", "src/wire/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // The compiler already reports unknown names. Unlike this rule, it knows the DOM's types.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      // Links are plain <a href>. A listener in the router turns clicks on them into page changes.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  { files: ["**/*.test.ts", "**/*.mjs"], rules: { "max-lines-per-function": "off" } },
  {
    files: ["src/core/api.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression > TSTypeParameterInstantiation :matches(TSTypeLiteral, TSUnknownKeyword, TSAnyKeyword)",
          message: "What crosses the wire has the type that is generated of it: import that from ../wire.",
        },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
    // A component's script is one scope, not a function.
    rules: { "max-lines-per-function": "off" },
  },
);
