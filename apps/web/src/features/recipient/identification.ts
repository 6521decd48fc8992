/** The number as its owner recognises it, without all of it on the screen: 17•••••482. */
export const maskIdentification = (number: string): string =>
  number.length < 8 ? number : `${number.slice(0, 2)}${'•'.repeat(number.length - 5)}${number.slice(-3)}`
