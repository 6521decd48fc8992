import type { shell } from './shell.ts'

export const en = {
  dropToSign: 'Drop the PDFs to sign them',
  dropOnlyPdf: 'Only PDF files can be signed here.',
  dropBehindDialog: 'Close this dialog first, then drop the files again.',
  product: 'Foja',
  skip: 'Skip to the content',
  mainNavigation: 'Main navigation',
  administration: 'Administration',
  more: 'More',
  help: 'Help',
  home: 'Home',
  backTo: 'Back to',
  accountMenu: (name) => `Account of ${name}`,
  profile: 'My profile',
  signOut: 'Sign out',
  signOutFailed: 'We could not sign you out. Check your connection and try again.',
  signIn: 'Sign in',
  language: 'Language',
  colorMode: 'Appearance',
  colorModes: { system: 'Like the system', light: 'Light', dark: 'Dark' },
} satisfies typeof shell
