/** The last user of this browser, so that an expired session only asks for the password. */
export type LastSignedInUser = {
  email: string
  nombre: string
  remember?: boolean
  /** False: a password was set in this browser but not used yet. */
  cameIn?: boolean
}

const key = 'foja-last-person'

export function readLastSignedInUser(): LastSignedInUser | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<LastSignedInUser> | null
    if (typeof value?.email !== 'string' || typeof value.nombre !== 'string') return null
    return {
      email: value.email,
      nombre: value.nombre,
      remember: value.remember === true,
      cameIn: value.cameIn !== false,
    }
  } catch {
    return null
  }
}

export function keepLastSignedInUser(person: LastSignedInUser): void {
  try {
    localStorage.setItem(key, JSON.stringify(person))
  } catch {
    // Storage is unavailable: the email must be typed again.
  }
}

export function forgetLastSignedInUser(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is unavailable.
  }
}

/** Stores the choice to stay signed in on this computer, for the next sign-in. */
export function keepRemember(remember: boolean): void {
  keepLastSignedInUser({ email: '', nombre: '', ...readLastSignedInUser(), remember })
}
