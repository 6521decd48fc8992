/** Severity of a certificate's expiry: notice from 60 days left, warning from 30, urgent from 7. */
export type ExpiryGrade = 'fine' | 'notice' | 'warning' | 'urgent' | 'expired'

/** The severity for a number of remaining whole days; negative after the expiry. */
export function gradeExpiry(daysLeft: number): ExpiryGrade {
  if (daysLeft < 0) return 'expired'
  if (daysLeft <= 7) return 'urgent'
  if (daysLeft <= 30) return 'warning'
  return daysLeft <= 60 ? 'notice' : 'fine'
}
