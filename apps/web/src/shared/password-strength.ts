export type Strength = 'short' | 'fair' | 'good' | 'strong'

export const minimumPassword = 12

/** Length and variety, following NIST SP 800-63B-4: no composition rules, but repeated characters do not count. */
export function passwordStrength(password: string): Strength {
  const distinct = new Set(password.toLowerCase()).size
  if (password.length < minimumPassword) return 'short'
  if (distinct < 6) return 'fair'
  if (password.length >= 20 && distinct >= 8) return 'strong'
  return password.length >= 15 ? 'good' : 'fair'
}
