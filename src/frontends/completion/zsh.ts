/** Completion script for zsh: one `_arguments` call for each command. */

import { shellQuote } from '../../base/text/shell-quote.ts';
import { type Grammar, type GrammarOption, optionsFor } from './grammar.ts';

export function zshCompletion(grammar: Grammar): string {
  const { commands } = grammar;
  const cases = commands.map(({ name, words, takesSession }) => {
    const rest = takesSession ? "':session:_coder_sessions'" : words ? `':word:(${words.join(' ')})'` : "'*: :'";
    return `    ${name}) _arguments -s ${specs(optionsFor(grammar, name))} ${rest} ;;`;
  });
  return `#compdef coder
_coder_sessions() {
  local -a ids
  ids=(\${(f)"$(coder sessions 2>/dev/null | cut -d' ' -f1)"})
  compadd -a ids
}

_coder() {
  local curcontext=$curcontext state line
  local -a commands
  commands=(
${commands.map(({ name, says }) => `    ${shellQuote(`${name}:${says.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  _arguments -s -C ${specs(optionsFor(grammar, 'chat'))} '1: :->command' '*:: :->rest' && return
  if [[ $state == command ]]; then
    _describe command commands
    return
  fi
  case $line[1] in
${cases.join('\n')}
  esac
}

if [[ $funcstack[1] == _coder ]]; then _coder "$@"; else compdef _coder coder; fi
`;
}

function specs(options: readonly GrammarOption[]): string {
  return options.flatMap(spec).join(' ');
}

function spec({ long, short, takesValue, values, path, isSession, says }: GrammarOption): string[] {
  const about = `[${says.replaceAll(/[[\]]/g, '')}]`;
  const value = values
    ? `:value:(${values.join(' ')})`
    : isSession
      ? ':session:_coder_sessions'
      : path
        ? `:path:${path === 'folder' ? '_files -/' : '_files'}`
        : ':value: ';
  const taken = takesValue ? value : '';
  const longSpec = shellQuote(`--${long}${takesValue ? '=' : ''}${about}${taken}`);
  return short === undefined ? [longSpec] : [longSpec, shellQuote(`-${short}${about}${taken}`)];
}
