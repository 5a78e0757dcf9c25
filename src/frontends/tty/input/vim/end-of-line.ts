/** The column of a cursor that stays at the ends of lines, as `$` leaves it. */
export const END_OF_LINE = Number.MAX_SAFE_INTEGER;
