# What the script below calls from the package bash-completion, for a bash without the package. Like the package, it
# joins the words that bash separates at = and :, as in --status=active.
if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        local i joins=
        words=() cword=-1
        for ((i = 0; i <= COMP_CWORD; i++)); do
            if ((i > 1)) && [[ $joins || ${COMP_WORDS[i]} == [=:]* ]]; then
                words[cword]+=${COMP_WORDS[i]}
            else
                words[++cword]=${COMP_WORDS[i]}
            fi
            joins=
            [[ ${COMP_WORDS[i]} == [=:] ]] && joins=yes
        done
        cur=${words[cword]} prev=${words[cword > 0 ? cword - 1 : 0]}
    }
fi

