const joining = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'e', 'en', 'para', 'of', 'the', 'and'])

function readableWord(word: string, at: number): string {
  const lower = word.toLocaleLowerCase('es')
  if (joining.has(lower)) return at === 0 ? word.charAt(0) + lower.slice(1) : lower
  // Initials, numbers and abbreviations stay as they are: S.A., CA-2, TSA.
  return word.length <= 3 || /[-.\d]/.test(word) ? word : word.charAt(0) + lower.slice(1)
}

/** Converts an all-capitals authority name to normal case. Short words are left alone. */
export function readableName(name: string): string {
  const shouts = name.length > 20 && name === name.toLocaleUpperCase('es')
  return shouts ? name.split(' ').map(readableWord).join(' ') : name
}
