/** Who used this browser last, so that a session that ran out asks for the password alone. */
export type LastSignedInUser = {
  email: string
  nombre: string
  remember?: boolean
  /** False: a password was chosen here, and nobody has come in with it. */
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
    // The email is then typed again.
  }
}

export function forgetLastSignedInUser(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}

/** Keeps whether the person wants to stay signed in on this computer, for the next time that the password is asked. */
export function keepRemember(remember: boolean): void {
  keepLastSignedInUser({ email: '', nombre: '', ...readLastSignedInUser(), remember })
}
