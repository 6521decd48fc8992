/** How much the end of a certificate matters: from 60 days on it is said, from 30 it warns, from 7 it presses. */
export type ExpiryGrade = 'fine' | 'notice' | 'warning' | 'urgent' | 'expired'

/** The grade of a certificate that lasts so many whole days more; negative once it has ended. */
export function gradeExpiry(daysLeft: number): ExpiryGrade {
  if (daysLeft < 0) return 'expired'
  if (daysLeft <= 7) return 'urgent'
  if (daysLeft <= 30) return 'warning'
  return daysLeft <= 60 ? 'notice' : 'fine'
}
