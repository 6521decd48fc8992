import type { profile as es } from '../es/profile.ts'

export const profile: typeof es = {
  title: 'My profile',
  details: 'Your details',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  company: 'Company',
  noCompany: 'None: you manage all of them',
  position: 'Position',
  phone: 'Phone',
  lastLogin: 'Last sign-in',
  notStated: 'Not stated',
  preferences: 'Preferences',
  language: 'Language',
  colorMode: 'Appearance',
  session: 'Session',
  sessionText: 'Signing out deletes the drafts of this computer.',
  signOut: 'Sign out',
}
