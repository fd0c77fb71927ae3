/**
 * Where a spreadsheet would read a formula; an apostrophe before it marks a text. A spreadsheet that expects another separator than the
 * comma begins a cell after a semicolon, a tab or a line end too, even inside quotation marks.
 */
const formula = /^(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A field as RFC 4180 quotes it, safe to open in a spreadsheet. */
const field = (value: string) => `"${value.replace(formula, "'").replaceAll('"', '""')}"`

export const csvLine = (values: string[]) => `${values.map(field).join(',')}\r\n`

/** The byte order mark at the beginning of the file, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\ufeff'
