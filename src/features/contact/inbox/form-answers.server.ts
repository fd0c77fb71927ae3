import { cleanText, showsNothing } from '#contract/clean-text.ts'
import {
  type Answer,
  type AskedForm,
  answerName,
  labelKey,
  longestAnswers,
  maxFileBytes,
  type OwnField,
} from '#contract/own-fields.ts'
import { faultOfPdf } from '#media/server/pdf.ts'
import { HttpError, type Issues, summaryOf } from '#server/runtime/http-error.ts'
import type { GivenAnswer } from '../ground/contact.contract.ts'
import type { GivenFile } from './read-message.server.ts'

type Taken = { answers: Answer[]; files: GivenFile[] }
type Fault = { status: number; message: string }

/**
 * The answers to a form's own fields, in the order of the form. Those to fields that it does not have now follow, with the labels that these had, so that
 * nothing is lost that a visitor wrote while the form was changed.
 * @throws HttpError 413, 415 or 422 that names each field at fault, as `answers.LABEL`
 */
export function takeAnswers({ fields }: Pick<AskedForm, 'fields'>, sent: GivenAnswer[], files: GivenFile[]): Taken {
  const given = new Map(sent.map(({ label, value }) => [labelKey(label), { label, value }]))
  const filesAt = Map.groupBy(files, ({ label }) => labelKey(label))
  const taken: Taken = { answers: [], files: [] }
  const faults: (Fault & { label: string })[] = []
  for (const field of fields) {
    const key = labelKey(field.label)
    const { label } = field
    const own = filesAt.get(key) ?? []
    const isFile = field.kind === 'file'
    if (isFile) filesAt.delete(key)
    const fault = isFile ? faultOfFiles(field, own) : faultOfAnswer(field, given.get(key)?.value)
    if (fault) faults.push({ ...fault, label })
    else if (isFile) taken.files.push(...own.map((file) => ({ ...file, label })))
    else {
      const value = textOf(field, given.get(key)?.value)
      if (value !== '') taken.answers.push({ label, value })
    }
    // A text at a field that takes a file now is the answer to what it was before.
    if (!isFile) given.delete(key)
  }
  for (const { label, value } of given.values()) {
    if (value === null || value === false) continue
    const text = cleanText(value === true ? 'Yes' : value, '\n')
      .replaceAll('\0', '')
      .trim()
    const shown = cleanText(label, ' ').replaceAll('\0', '').trim().slice(0, 200).toWellFormed()
    if (!showsNothing(text) && shown !== '')
      taken.answers.push({ label: shown, value: text.slice(0, longestAnswers.paragraph).toWellFormed() })
  }
  for (const [file] of filesAt.values())
    if (file)
      faults.push({
        status: 422,
        label: file.label,
        message: 'This form no longer takes a file here. Remove it, or send it by email.',
      })
  if (faults.length > 0) throw refusal(faults)
  return taken
}

function refusal(faults: (Fault & { label: string })[]): HttpError {
  const [first] = faults
  const status = faults.every((fault) => fault.status === first?.status) ? (first?.status ?? 422) : 422
  const issues: Issues = faults.map(({ label, message }) => ({ path: answerName(label), message }))
  return new HttpError(status, summaryOf(issues), issues)
}

const invalid = (message: string): Fault => ({ status: 422, message })

function faultOfFiles({ label, required }: OwnField, [file, second]: GivenFile[]): Fault | undefined {
  if (!file) return required ? invalid(`${label} is required`) : undefined
  if (second) return invalid('Please choose one file only.')
  const megabytes = maxFileBytes / 1024 / 1024
  if (file.isTooLarge) return { status: 413, message: `This file is too large: at most ${megabytes} MB.` }
  return faultOfPdf(file.bytes)
}

function faultOfAnswer(field: OwnField, value: GivenAnswer['value'] | undefined): Fault | undefined {
  const { label, kind, required, options = [] } = field
  const text = textOf(field, value)
  if (required && (text === '' || (kind === 'checkbox' && text === 'No')))
    return invalid(kind === 'checkbox' ? 'Please tick this box' : `${label} is required`)
  if (text === '') return undefined
  if (kind === 'choice' && !options.includes(text)) return invalid('Please choose one of the options')
  if (text.includes('\0')) return invalid('This text holds a character that cannot be stored')
  const most = longestAnswers[kind === 'paragraph' ? 'paragraph' : 'text']
  return text.length > most ? invalid(`${label} is too long (at most ${most} characters)`) : undefined
}

const ticked = ['true', 'on', '1', 'yes']

/** An answer as it is stored; empty for none. */
function textOf({ kind }: OwnField, value: GivenAnswer['value'] | undefined): string {
  if (kind === 'checkbox') return value === true || ticked.includes(String(value ?? '').toLowerCase()) ? 'Yes' : 'No'
  const text = cleanText(
    typeof value === 'string' ? value : value ? 'Yes' : '',
    kind === 'paragraph' ? '\n' : ' ',
  ).trim()
  return showsNothing(text) ? '' : text
}
