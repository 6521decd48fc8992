import type { embedding } from './embedding.ts'

export const en: typeof embedding = {
  title: 'Signing on other websites',
  empty: 'Requests can be signed inside your own website. Say first on which one.',
  text: 'These sites may show the page of your recipients inside theirs:',
  list: 'Sites',
  how: 'How it works',
  add: 'Add a site',
  edit: 'Edit',
  dialogTitle: 'Sites that may show your requests',
  dialogText:
    'Those who sign see the page of Foja inside the page of the site. Add only sites of your office or of those who work for it.',
  sites: 'Sites, one on each line',
  sitesHint: 'Only the beginning of the address, like https://www.office.example',
  wrong: (site) => `“${site}” does not work: type only the beginning of the address, with https and nothing after it.`,
  tooMany: (most) => `Too many: up to ${most} sites.`,
  save: 'Save',
  saved: 'The sites were saved.',
}
