/** The person for whom «Pedir firmas» is opened next, as its first recipient. Not in the address, which is kept longer. */
export type AskedPerson = { nombre: string; email: string }

let next: AskedPerson | undefined

export const setAskedPerson = (person: AskedPerson): void => void (next = person)

/** The person, once. */
export function takeAskedPerson(): AskedPerson | undefined {
  const person = next
  next = undefined
  return person
}
