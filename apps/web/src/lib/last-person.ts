/** Who used this browser last, so that a session that ran out asks for the password alone. */
export type LastPerson = {
  email: string
  nombre: string
  remember?: boolean
  /** False: a password was chosen here, and nobody has come in with it. */
  cameIn?: boolean
}

const key = 'foja-last-person'

export function readLastPerson(): LastPerson | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<LastPerson> | null
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

export function keepLastPerson(person: LastPerson): void {
  try {
    localStorage.setItem(key, JSON.stringify(person))
  } catch {
    // The email is then typed again.
  }
}

export function forgetLastPerson(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}

/** Keeps whether the person wants to stay signed in on this computer, for the next time that the password is asked. */
export function keepRemember(remember: boolean): void {
  keepLastPerson({ email: '', nombre: '', ...readLastPerson(), remember })
}
