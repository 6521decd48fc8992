/** Lower case without accents. Each character stays one character, so that offsets match the original. */
const plain = (text: string): string =>
  Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
    return bare.length === letter.length ? bare : letter.toLocaleLowerCase().slice(0, letter.length)
  }).join('')

type Word = { word: string; at: number; end: number }

/** The words of a text, as the server splits them, with their places. */
export const wordsOf = (text: string): Word[] =>
  Array.from(plain(text).matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index: at }) => ({
    word: word.replace(/\p{M}/gu, ''),
    at,
    end: at + word.length,
  }))
