export { companyOfPeople, findPeople, foldedText, hasWords } from './people.queries.ts'
