/** Proof that the mailed code was typed in this tab. */
const nameOf = (token: string) => `foja.pass.${token}`

/** Without storage, for this page alone. */
const memory = new Map<string, string>()

export function keepPass(token: string, pass: string): void {
  try {
    sessionStorage.setItem(nameOf(token), pass)
  } catch {
    memory.set(token, pass)
  }
}

/** The token, and after a dot the pass if this tab has one. */
export function credentialOf(token: string): string {
  let pass = memory.get(token) ?? null
  try {
    pass ??= sessionStorage.getItem(nameOf(token))
  } catch {
    // A browser that forbids storage.
  }
  return pass === null ? token : `${token}.${pass}`
}
