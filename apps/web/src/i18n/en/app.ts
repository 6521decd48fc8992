import type { app as es } from '../es/app.ts'

export const app: typeof es = {
  nav: {
    home: 'Home',
    solicitudes: 'Requests',
    signer: 'My signature',
    verify: 'Verify',
    trust: 'Authorities',
  },
  search: 'Search the requests',
  searchPlaceholder: 'Search case file, person or code',
  notFoundTitle: 'This page does not exist',
  notFoundText: 'The address is not complete or has changed. Go to the start page and look for it from there.',
  goHome: 'Go to the start page',
  errorTitle: 'Something failed on this page',
  errorText: 'What was saved is safe. Try again; if it goes on, reload the page.',
  retry: 'Try again',
  reload: 'Reload the page',
  downTitle: 'The server does not answer',
  downText: 'It may be restarting, or the connection may be missing. Nothing was lost: try again in a moment.',
  newVersionTitle: 'There is a new version of Foja',
  newVersionText: 'Reload the page to go on. Your drafts are safe.',
  loading: 'Loading',
}
