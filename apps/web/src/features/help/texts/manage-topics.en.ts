import type { manageTopics } from './manage-topics.ts'

export const en = {
  templates: {
    title: 'Prepare a template',
    text: 'Mark once where each piece of data of a PDF goes.',
    steps: [
      'In “Templates”, choose “New template” and upload the PDF.',
      'Draw the fields on the page and say what each holds.',
      'Save. “Use” creates a document with that data.',
      'With “Ask for signatures” you choose who signs in each field, and the request goes out.',
    ],
    words: 'form fields minutes contract model roles signatures',
  },
  fillTemplate: {
    title: 'Use a template',
    text: 'A finished document with the data of the case file.',
    steps: [
      'In “Templates”, choose “Use”.',
      'Choose the case file: what is known is filled in by itself.',
      'Complete the rest while you see the document.',
      'Choose “Create document”, or “Ask for signatures” to send it at once.',
    ],
    words: 'fill form minutes contract create document',
  },
  fillMany: {
    title: 'Fill many documents',
    text: 'One document for each row of a spreadsheet.',
    steps: [
      'Save your list as CSV with titles in the first row.',
      'Use the template and choose to fill it from a CSV.',
      'Check the rows and download the ZIP.',
      'To ask for the signature of each, say which columns have the people.',
    ],
    words: 'csv excel bulk batch zip',
  },
  recipientsFill: {
    title: 'Ask signers for data',
    text: 'Signers fill in their fields before anybody signs.',
    steps: [
      'Under “Templates”, open the template and draw a signature field with its role.',
      'In each field of that person, choose their role in “Who fills it in”. Save.',
      'With “Use”, fill in the fields of the office and choose “Ask for signatures”.',
      'Each person fills in their fields at their link. When all are done, the document is made and signing starts.',
    ],
    words: 'fill fields recipient form role data',
  },
  users: {
    title: 'Invite a user',
    text: 'Each user signs in with their own email and role.',
    steps: [
      'In “Users”, choose “New user”.',
      'Choose their role, and an invitation or a password.',
      'An invitation expires in 7 days. You can send another from their menu.',
    ],
    words: 'user role manager mediator invitation deactivate remove',
  },
  roles: {
    title: 'What each role may do',
    text: 'Choose the smallest one that is enough for the work.',
    steps: [
      '“User” creates requests, signs and sees their own.',
      '“Mediation” handles the requests assigned to them and records results.',
      '“Management” manages the users, templates and settings of their company.',
      '“Administration” manages all companies, email, authorities and the status.',
      'Change it in “Users”, from the menu of the person.',
    ],
    words: 'permissions user mediator manager administrator change role',
  },
  leaves: {
    title: 'When a person leaves',
    text: 'They hand over what was open, and their history stays.',
    steps: [
      'In “Users”, open the menu of the person and choose “Deactivate”.',
      'Choose who gets their open requests.',
      'Their sessions end at once and their history stays.',
      'If they come back, choose “Reactivate”.',
    ],
    words: 'offboard deactivate remove hand over reassign',
  },
  company: {
    title: 'The details of your company',
    text: 'Name, tax id and logo of the office.',
    steps: [
      'In “My company”, complete the details.',
      'Upload the logo: PNG or JPEG, up to 1 MB.',
      'Decide whether two-step verification is required.',
    ],
    words: 'logo tax id office',
  },
  signingSettings: {
    title: 'How the office signs',
    text: 'Level, look and timestamp proposed for each signature.',
    steps: [
      'In “My signature”, choose “Signing settings”.',
      'Enter the address of your timestamp authority and test it.',
      'Choose the level proposed to each person.',
    ],
    words: 'pades tsa timestamp level appearance',
  },
  officeSeal: {
    title: 'The seal of the office',
    text: 'Simple signatures are sealed with it.',
    steps: [
      'In “Signing settings”, find “Seal of the office”.',
      'Upload the certificate of the company (.p12 or .pfx) with its passphrase.',
      'From then on a “Simple signature” can be asked from people without a certificate.',
      'Before it expires, upload its successor.',
    ],
    words: 'simple signature certificate company legal person',
  },
  apiKeys: {
    title: 'Connect another program',
    text: 'An API key gives it access without your password.',
    steps: [
      'For a program of your own open “My profile”; for one of the company, “API and webhooks”.',
      'In “API keys”, choose “New key”.',
      'Tick what it may do, until when and from which networks.',
      'Copy it at that moment: it is not shown again.',
      'If it was lost, choose “Revoke”: it stops working at once.',
    ],
    words: 'api key integration program service account token revoke',
  },
  webhooks: {
    title: 'Notify another program',
    text: 'Foja notifies it as soon as something happens: a signed document, a complete request.',
    steps: [
      'Open “API and webhooks” and choose “New webhook”.',
      'Enter the address of the program and tick the events.',
      'Copy the secret at that moment: with it the program checks that a message is from Foja.',
      'Choose “Test”. “Messages” lists each message with its answer.',
      'If it fails for three days, Foja stops it and notifies you. When it works, choose “Resume”.',
    ],
    words: 'webhook integration event program deliveries secret',
  },
  embedding: {
    title: 'Sign inside your website',
    text: 'Those who sign stay on your page: the page of Foja opens in it.',
    steps: [
      'Open “API and webhooks” and choose “Add a site”.',
      'Enter the beginning of the address, like https://www.office.example, and save.',
      'Give the guide of “How it works” to those who make your site.',
      'Send a request and open it from your site to try it.',
      'Remove a site from the list when it shall no longer show your requests.',
    ],
    words: 'embed iframe frame website page integration',
  },
  provisioning: {
    title: 'Create accounts at the first sign-in',
    text: 'People with an account of your office enter Foja without an invitation.',
    steps: [
      'Open “My company” and find “Accounts of the office”. It is there once an administrator connected the provider.',
      'Turn on “Create the account at the first sign-in”.',
      'An administrator of Foja enters the mail domains of your office.',
      'Choose the role of new people and, if you like, another one for each group.',
      'Save. Those who sign out of the provider are signed out of Foja too.',
    ],
    words: 'oidc identity provider google microsoft entra groups domain sso automatic account',
  },
  privacy: {
    title: 'Hand over or erase the data of a person',
    text: 'People who ask receive all that is stored of them, or no longer appear.',
    steps: [
      'Open “Privacy”, from “My company”.',
      'Search for the person by address or identification.',
      '“Download all” gives a ZIP with what is stored of them.',
      '“Erase…” shows what is erased and what stays, and why.',
      'Write the reason and confirm. It cannot be undone.',
    ],
    words: 'privacy personal data export erase access protection gdpr',
  },
  retention: {
    title: 'Decide how long things are kept',
    text: 'Concluded case files go to the recycle bin at the end of their term.',
    steps: [
      'Open “Privacy”, from “My company”.',
      'Enter the months of each kind of request. Empty: kept for good.',
      'Choose “See what would go” and then “Save”.',
      'To keep one, for a lawsuit for example, choose “Hold” in the menu of the case file.',
    ],
    words: 'term retention months hold lawsuit',
  },
  bin: {
    title: 'Restore what was deleted',
    text: 'Deleted items stay in the recycle bin for 30 days.',
    steps: ['Open “Recycle bin”.', 'Restore what you need. After 30 days it is deleted for good.'],
    words: 'trash delete remove restore',
  },
} satisfies typeof manageTopics
