// This file was written by the tests of the server. Do not edit it.
export {};
