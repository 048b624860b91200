/** Why a folder is not brought in: what is wrong with which file. */
export class NoExport extends Error {
  override readonly name = 'NoExport'
}
