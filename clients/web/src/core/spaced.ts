// Chinese typography: a space between Chinese and Latin letters or digits.

/** Adds the missing spaces. It is for names that are Chinese in one game and Latin in another: "轮到 X 走", "轮到黑方走". */
export const spaced = (text: string): string => text.replace(/(\p{Script=Han})(?=[A-Za-z0-9])|([A-Za-z0-9])(?=\p{Script=Han})/gu, "$& ");
