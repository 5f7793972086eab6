//! One contract, every store: each case runs on memory and on SQLite.

mod census;
mod desk;
mod due;
mod everything;
mod lists;
mod operations;
mod policies;
mod predicates;
mod random;
mod rows;
mod sqlite_file;

macro_rules! every_store {
    ($($noun:ident: $($case:ident),* $(,)?;)*) => {
        mod memory {
            $($(
                #[test]
                fn $case() {
                    super::$noun::$case(&wovyr_retry::store::MemoryStore::new());
                }
            )*)*
        }

        mod sqlite {
            $($(
                #[test]
                fn $case() {
                    let directory = tempfile::tempdir().unwrap();
                    let path = directory.path().join("engine.db");
                    super::$noun::$case(&wovyr_retry::store::SqliteStore::open(path).unwrap());
                }
            )*)*
        }
    };
}

every_store! {
    rows:
        an_empty_store_answers_with_nothing,
        what_was_scheduled_is_loaded,
        moves_of_one_activity_chain_within_a_batch,
        a_conflict_anywhere_leaves_nothing,
        a_renewal_moves_the_end_of_the_lease_alone,
        results_are_those_of_the_latest_completion,
        histories_are_paged_by_index,
        engine_time_never_falls;
    due:
        order_is_due_time_then_id,
        leased_and_excepted_entries_are_left_out,
        several_queues_and_types_are_merged,
        the_next_due_time_is_told_when_all_that_is_due_was_given,
        payloads_end_a_slice,
        leases_expire_in_order;
    lists:
        pages_stay_in_place_while_rows_come_and_change,
        a_page_tells_whether_there_is_more,
        settled_dead_letters_are_out_of_sight,
        tenants_see_their_own;
    predicates:
        activities_by_every_field,
        dead_letters_by_every_field,
        text_is_itself_whatever_its_characters;
    policies:
        versions_are_kept_and_one_is_active,
        a_version_is_published_once,
        activations_are_remembered_in_order;
    operations:
        ids_are_frozen_in_order_without_repeats,
        matching_entries_are_frozen_in_list_order,
        results_come_in_order,
        unfinished_operations_are_found_oldest_first,
        outcomes_are_those_of_now,
        a_request_is_recalled;
    census:
        a_delay_that_is_over_counts_as_scheduled,
        totals_add_up_by_tenant;
}
