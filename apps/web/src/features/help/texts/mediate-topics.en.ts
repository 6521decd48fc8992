import type { mediateTopics } from './mediate-topics.ts'

export const en = {
  home: {
    title: 'Start the day',
    text: 'The home page has what waits for you.',
    steps: [
      'At the top is what you have to do, by your role: “To sign”, “To schedule”, “To send”, “Overdue”…',
      'Use the button of each row to do it right there.',
      '“Waiting for” says who owes you a signature or a document.',
      'To sign a PDF, drop it anywhere; on a phone, choose it in “Sign a PDF”.',
    ],
    words: 'home pending tasks dashboard summary',
  },
  newCase: {
    title: 'Create a request',
    text: 'A case file holds documents, people, appointments and results.',
    steps: [
      'Choose “New request” and type a title.',
      'Add the files: PDF, image or Word.',
      'Say who takes part and create the case file.',
    ],
    words: 'case file new upload files wizard',
  },
  editCase: {
    title: 'Complete a case file',
    text: 'Add documents and change its people or its notes.',
    steps: [
      'In “Documents”, choose “Add” or drop the files there. On a phone there is “Take a photo” too.',
      '“From a template” makes one with the data of the case file.',
      'To change the title, the notes or the people, choose “Edit” in “More actions”.',
      'If it is already sent or concluded and you cannot change it, ask for it to be returned to you.',
    ],
    words: 'upload file add attach edit person party note correct photo',
  },
  send: {
    title: 'Send and schedule',
    text: 'Sending moves a request from pending to scheduled.',
    steps: [
      'Open the case file and choose “Send”.',
      'If your role allows it, set the date, the place and who is in charge.',
      'The people who handle it are notified by email.',
    ],
    words: 'appointment date hearing scheduled assign',
  },
  reschedule: {
    title: 'Change an appointment',
    text: 'Another date, another place or another person in charge.',
    steps: [
      'In the case file, choose “Change”, beside the date, or “Date and place” in “More actions”.',
      'Change the date, the time, the place or who is in charge, and choose “Save”.',
      'The people with an address get the new invitation.',
      'If you had convened them, choose “Convene again”: earlier answers no longer count.',
    ],
    words: 'move reschedule postpone date time place hearing appointment',
  },
  convene: {
    title: 'Convene the parties',
    text: 'Each of them gets a link to confirm, ask for another date, or say that they will not come.',
    steps: [
      'Send the request with a date and, in the case file, choose “Convene”.',
      'Hand the link to those without an address: “Copy link”, among their actions.',
      'Their answers stand in the case file and in the agenda, and you get a notice.',
      'If you change the date, convene again: earlier answers no longer count.',
      'Afterwards “Ask for signatures” offers the minutes to all parties at once.',
    ],
    words: 'convocation summon appointment hearing mediation parties attend confirm',
  },
  result: {
    title: 'Record the result',
    text: 'Say how mediation ended for each document, or for all.',
    steps: [
      'In the case file, choose “Record a result”.',
      'Choose full agreement, partial agreement, no agreement or not held.',
      'When everything is ready, choose “Conclude”.',
    ],
    words: 'mediation agreement conclude minutes',
  },
  askSigners: {
    title: 'Ask other people to sign',
    text: 'They sign or approve from a link, without an account, with their own certificate or with a simple signature.',
    steps: [
      'In the case file or the document, choose “Ask for signatures”.',
      'Add each person with their address and, if the order matters, their turn.',
      'For people without a certificate choose “Simple signature”: they draw or type it, and the office seals it. Its seal is uploaded in “Signing settings”.',
      'Choose where each person signs with “Choose place” or, on a wide screen, drag their name to the page. Otherwise Foja proposes a place.',
      'Turn on “They may delegate it” if you accept that another person signs.',
      'Choose until when, and send. While the request runs no one else changes those documents.',
      'In “Requests to others” you see who is missing: remind them, correct their address, copy their link or cancel the request.',
    ],
    words:
      'recipient simple signature drawn seal office request link turn order delegate approve decline external client remind whatsapp',
  },
  askDocuments: {
    title: 'Ask other people for documents',
    text: 'They deliver them from a link, without an account, as photos or files.',
    steps: [
      'In the case file, choose “Ask for documents”.',
      'Write from whom and which documents: Foja offers the list of the last time.',
      'When they arrive, choose “Review”: accept, and they go to the case file, or return with a reason.',
      'With everything accepted the request is complete. Foja reminds people of what is missing.',
    ],
    words: 'requirements list checklist deliver identity photo receive return receipt client',
  },
  followUp: {
    title: 'Follow your requests',
    text: 'Who signed, who is missing and what to do.',
    steps: [
      '“Requests to others” lists all of them, with their progress and their end.',
      'Open one and choose “Remind” for the person who is missing.',
      'If the address was wrong, choose “Change email or details” in the menu of the person: the earlier link stops opening.',
      'In that menu, “Send by WhatsApp” and “Copy link” let you hand over their link.',
      'A draft is taken up again from the same list.',
      'If it is no longer needed, choose “Cancel the request” and type the reason.',
    ],
    words: 'draft remind correct cancel expired pending recipient whatsapp',
  },
  goBack: {
    title: 'Return a request',
    text: 'It becomes pending again when something needs correcting.',
    steps: [
      'In the case file, open “More actions”, choose “Return” and type the reason.',
      'Its appointment, if any, is cancelled.',
      'The author of the request is notified.',
    ],
    words: 'pending correct reason back',
  },
  agenda: {
    title: 'Use the agenda',
    text: 'The appointments of the week, by person.',
    steps: [
      'Look at the week or the list and filter by person.',
      'Open an appointment to go to its case file.',
      'Download it for your own calendar.',
    ],
    words: 'appointments agenda week hearing',
  },
  readDocument: {
    title: 'Read a document',
    text: 'With its signatures, its versions and its emails.',
    steps: [
      'Open it from the case file or the search.',
      'Use the magnifier to search its text, and the arrows to turn pages.',
      '“Signatures” shows who signed and whether anything changed afterwards.',
      '“Versions” has all of them, also the one before each signature.',
      'The icons at the top download it, print it, share it or send it by email.',
      'What you do not see at the top is in “More actions”: on a phone, nearly everything.',
    ],
    words: 'versions download print search text reader delete',
  },
  share: {
    title: 'Share a document',
    text: 'By link, by email or with people of your office.',
    steps: [
      'Open the document and choose “Share” or “Send by email”.',
      'A link can have an expiry date, a password and a maximum number of views.',
      'Revoke it whenever you like: it stops opening at once.',
    ],
    words: 'link email send revoke whatsapp',
  },
  evidence: {
    title: 'Prove what happened',
    text: 'The history and the evidence report serve before a third party.',
    steps: [
      'In the case file, “History” shows each act with its time and its author.',
      '“History intact” says that no one changed it.',
      'In the document, open “Signatures” and choose “Evidence report”: a PDF with the signatures, the digests and the acts.',
      'Hand over that report with the signed PDF.',
    ],
    words: 'history audit evidence proof judge report digest sha-256',
  },
  find: {
    title: 'Find a case file',
    text: 'Search by title, person or code.',
    steps: [
      'Tap the magnifier (or Ctrl K) and type.',
      'In “Requests”, filter by status, dates, mediation or what needs attention.',
      'Export the list as CSV if you need it in a spreadsheet.',
    ],
    words: 'search filters csv export list',
  },
} satisfies typeof mediateTopics
