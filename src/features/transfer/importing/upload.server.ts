import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { largestUpload, mostUploadedFiles } from '../ground/transfer.contract.ts'

/** The uploads of this machine that are read. */
const uploadsFolder = (dataDir: string) => join(dataDir, 'imports')

/** The files of an upload on the disk, with their own names. */
export type StoredUpload = { folder: string; paths: string[]; names: string[] }

const tooLarge = () => {
  const message = `The files are too large: at most ${largestUpload / 1024 / 1024} MB together. The command line takes larger ones.`
  return new HttpError(413, message, [{ path: 'file', message }])
}

export const mostParts = {
  fileSize: largestUpload,
  files: mostUploadedFiles,
  fields: 20,
  parts: mostUploadedFiles + 20,
  headerPairs: 50,
}

/** Only the last part of a path, without signs that reverse the direction of a text. */
const plainName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'file'

/**
 * Writes the files of a multipart body to the disk, without holding them in memory.
 * @throws HttpError 400, 413, 422 without a file, 507 for a full disk; then nothing is left
 */
export async function storeUploadedFiles(request: FastifyRequest, dataDir: string, id: string): Promise<StoredUpload> {
  if (!request.isMultipart()) throw new HttpError(415, 'Send the files as a multipart form, each in a field “file”.')
  const folder = join(uploadsFolder(dataDir), id)
  const stored: StoredUpload = { folder, paths: [], names: [] }
  let size = 0
  async function* counted(file: Readable) {
    for await (const chunk of file) {
      size += chunk.length
      if (size > largestUpload) throw tooLarge()
      yield chunk
    }
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const { file, filename } = part as MultipartFile
      // A form without a chosen file sends an empty one.
      if (part.fieldname !== 'file' || !filename) {
        file.resume()
        continue
      }
      const path = join(folder, String(stored.paths.length))
      await pipeline(counted(file), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      if (file.truncated) throw tooLarge()
      stored.paths.push(path)
      stored.names.push(plainName(filename))
    }
    if (stored.paths.length === 0) throw invalid('file', 'Please choose a file.')
    return stored
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    await rm(folder, { recursive: true, force: true })
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (error instanceof HttpError) return error
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return new HttpError(413, `At most ${mostUploadedFiles} files at once. Put them into one ZIP file.`)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new HttpError(507, 'The disk of the server is full, so the files could not be stored.')
  if (statusCode === undefined || statusCode === 406) return new HttpError(400, 'The form could not be understood.')
  return error
}

/** Deletes what a killed process has left. @param isRead whether the upload of an import is still read */
export async function deleteOldUploads(dataDir: string, isRead: (id: string) => Promise<boolean>): Promise<void> {
  const root = uploadsFolder(dataDir)
  const names = await readdir(root).catch(() => [])
  for (const id of names) if (!(await isRead(id))) await rm(join(root, id), { recursive: true, force: true })
}
